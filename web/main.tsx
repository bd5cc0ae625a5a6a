import './ui/first-styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { setToastSink } from './api/toasts.ts';
import { setRunningVersion } from './api/version.ts';
import { App } from './app/app.tsx';
import { startTexts } from './i18n/index.ts';
import { listenToSteps } from './lib/history-steps.ts';
import { showToast } from './ui/toast.tsx';

listenToSteps();
setToastSink(showToast);
setRunningVersion(new URL(import.meta.url).pathname);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
await startTexts();
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
);
