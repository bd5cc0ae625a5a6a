export const partners = {
  no_link: 'This partner link doesn’t exist or was removed. Reload the page.',
  too_many_links: 'You can have up to {{most}} partner links. Remove one to add another.',
  changed: 'Someone else changed this link. Reload the page and try again.',
} as const;
