export const notifications = {
  content_empty:
    'The text is empty once scripts and unsupported content are removed. Write plain text or simple formatting.',
  end_passed: 'The end date is in the past or before the start date. Choose a later one.',
  no_client: 'One of the clients doesn’t exist. Choose clients from the list.',
  no_notice: 'This notice doesn’t exist or was removed. Reload the page.',
} as const;
