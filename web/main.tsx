import './ui/first-styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { setToastSink } from './api/toasts.ts';
import { setRunningVersion } from './api/version.ts';
import { App } from './app/app.tsx';
import { startTexts } from './i18n/index.ts';
import { listenToSteps } from './lib/history-steps.ts';
import { watchDevice } from './ui/device.ts';
import { showToast } from './ui/toast.tsx';

listenToSteps();
watchDevice();
setToastSink(showToast);
const firstScript = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
if (firstScript !== null) setRunningVersion(new URL(firstScript.src).pathname);

// A function, not an await of the module: texts fetched meanwhile may lie in a file that waits for this module's.
async function start(): Promise<void> {
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
}

void start();
