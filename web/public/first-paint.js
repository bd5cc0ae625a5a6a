// Runs before the first paint so that neither theme, size nor layout flash; a file of its own because of the content-security-policy.
(function () {
  var root = document.documentElement;
  var scheme;
  try {
    scheme = /"colorScheme":"(light|dark)"/.exec(localStorage.getItem('settings') || '')?.[1];
  } catch {
    // storage may be closed to us: the system's scheme serves
  }
  var dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  var size = /(?:^|; )size=(default|medium|small|mini)(?:;|$)/.exec(document.cookie);
  root.setAttribute('data-size', size ? size[1] : 'small');
  // No body yet: the page begins without a scroll bar. web/ui/device.ts goes by the body's width from its first script on.
  root.setAttribute('data-device', root.clientWidth < 992 ? 'mobile' : 'desktop');
  // A stylesheet of the branding holds the paint back, but not for ever: one whose server hangs is given up.
  setTimeout(function () {
    document.querySelectorAll('link[data-site]').forEach(function (link) {
      if (!link.sheet) link.remove();
    });
  }, 4000);
})();
