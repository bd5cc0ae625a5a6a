/** User-visible texts that the spec fixes (spec §2, §5, §8). Each lives here and nowhere else. */
export const messages = {
  copied: 'Copyed Successfully', // sic, spec §2
  fullscreenUnsupported: 'you browser can not work', // sic, spec §2
  networkAnomaly: 'Network anomaly',
  hasError: 'Has Error',
  error401: '401 error',
  error500: '500 error',
  error503: '503 error',
  domainEmpty: 'Please fill in the domain name!',
  domainHttp: 'the domain name does not need to contain "http" or "https"',
  bindContact: 'Contact info and agent name, fill in at least one',
  bindPlatform: 'Please select the social platforms',
  bindAlias: 'Please enter the social platforms',
  bindCountry: 'Please select the international telephone area code',
  reauthorizeOpened: 'Please log in to authorize in the newly opening page, and then click "Got it"',
} as const;
