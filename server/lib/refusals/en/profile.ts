export const profile = {
  too_many_contacts: 'An account can have up to {{most}} contacts. Remove one first.',
  contact_empty: 'Contact info and agent name, fill in at least one',
  contact_platform: 'Please select the social platforms',
  contact_alias: 'Please enter the social platforms',
  contact_country: 'Please select the international telephone area code',
  contact_control: 'The contact contains a line break or a hidden character. Type it again.',
  contact_link: 'Links must start with https:// or http://. Enter such a link or the ID itself.',
  contact_incomplete: 'This link is incomplete. Copy it again from the address bar.',
  contact_phone: 'This isn’t a phone number in +{{code}}. Check the digits or choose another country code.',
} as const;
