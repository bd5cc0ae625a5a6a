export const session = {
  login_wrong: 'The username or password is incorrect. Try again, or reset your password by email.',
  login_locked: 'Too many failed attempts. Try again in {{minutes}} min, or reset your password by email.',
  network_locked: 'Too many failed attempts came from your network. Try again in {{minutes}} min.',
  staff_login_closed:
    'Staff can’t log in on {{domain}} because its branding runs scripts. Log in on another domain of the portal, or ask an admin to allow it for this one.',
  old_password_wrong: 'The current password is incorrect. Try again.',
  username_taken: 'This username is taken. Choose another one.',
  sign_up_link_expired: 'This link was used or has expired. Sign up again.',
  email_has_account: 'Your email address already has an account. Log in, or reset your password.',
  password_too_short: 'This password is too short. Use at least {{least}} characters.',
  password_too_long: 'This password is too long. Use at most {{most}} characters.',
  password_is_email: 'This password is your email address. Choose another one.',
  password_repetitive: 'This password repeats the same few characters. Choose another one.',
  password_common: 'This password is too common and easy to guess. Choose another one.',
  link_used: 'This link was used or has expired. Request a new one.',
  password_acting: 'Only the user can change this password. Stop acting for the client first.',
  session_ended: 'This session has already ended.',
} as const;
