import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { endpointsPlugin } from './endpoints-plugin.ts';
import { versionPlugin } from './version-plugin.ts';

const root = import.meta.dirname;

/** The dev server passes calls on to the portal's own server; sources of `web/api/` have the same first word. */
const calls = String.raw`^/api/(?!.*\.tsx?(?:\?|$))`;
const target = process.env.API_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root,
  base: '/',
  plugins: [react(), endpointsPlugin(), versionPlugin()],
  resolve: {
    // one module instead of 6,000 small ones while developing; the build shakes either
    alias: { '@tabler/icons-react': '@tabler/icons-react/dist/esm/icons/index.mjs' },
  },
  server: { host: '127.0.0.1', proxy: { [calls]: { target } } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content-security-policy allows pictures from here, not inline scripts
    rolldownOptions: {
      // through a feature's index a page takes what it uses, not the whole feature
      treeshake: { moduleSideEffects: [{ test: /web[\\/](?:features|components)[\\/].*\.tsx?$/, sideEffects: false }] },
      output: {
        strictExecutionOrder: true, // files that share modules may need each other: each module runs when it is asked for
        codeSplitting: {
          // Left alone, each set of pages that share a module becomes a file: 120 requests before the orders showed.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 4 },
            { name: 'start', tags: ['$initial'], priority: 3 },
            // the first page of a stranger takes nothing along that only the portal behind it needs
            {
              name: 'login',
              test: /web[\\/](features[\\/]session[\\/](login|session-frame|use-fields)|ui[\\/]plain-(button|field)|components[\\/]site-brand)/,
              priority: 2,
            },
            {
              name: 'sign-up',
              test: /web[\\/]features[\\/]session[\\/](create|finish|forgot|sign-up|verify)/,
              priority: 1,
            },
            // the orders' page and its drawers speak of the same; one file in each language
            {
              name: (id) =>
                /i18n[\\/](en|zh)[\\/]orders(?:-(?!staff)\w+)?\.ts$/.exec(id)?.slice(1, 2).concat('orders').join('-'),
              debugName: 'texts of orders',
              priority: 2,
            },
            // what most pages draw is one file; merged further, a page would take along what only its closed dialogs need
            { name: 'common', minShareCount: 8, priority: 1 },
            // merged up to 4 kB only: with more, a closed dialog came along with the orders for a function of one line beside it
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 4_000 },
          ],
        },
      },
    },
  },
});
