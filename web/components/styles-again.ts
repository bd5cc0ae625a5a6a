const failed = new Set<HTMLLinkElement>();

if (typeof window !== 'undefined') {
  // errors of elements do not bubble, but pass here on their way down
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
    },
    true,
  );
}

function again(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const fresh = document.createElement('link');
    fresh.rel = 'stylesheet';
    fresh.href = link.href;
    fresh.addEventListener('load', () => resolve());
    fresh.addEventListener('error', () => reject(new Error(`no answer for ${fresh.href}`)));
    link.replaceWith(fresh);
    failed.delete(link);
  });
}

/** Fetches the stylesheets again that did not come: the bundler asks for each once only. */
export async function stylesAgain(): Promise<void> {
  await Promise.all([...failed].map(again));
}
