export const branding = {
  no_language: 'This site doesn’t have this language. Choose another one.',
  no_domain: 'This domain doesn’t exist. Reload the page and choose another one.',
  domain_listed: 'This domain is already in the list. Open it there to edit it.',
  changed: 'Someone else changed this domain. Reload the page and try again.',
} as const;
