import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { done, id, idParams, listMeta, listQuery, time } from './shared.ts';

export const email = z.string().trim().toLowerCase().max(254).pipe(z.email());
export const username = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._-]{3,32}$/, 'checks.username');
/** Length only; common and own-e-mail passwords are refused by the server with a sentence. */
export const newPassword = z.string().min(10).max(128);

export const sessionSchema = z.object({ token: z.string(), expires_at: time });
export const loginSchema = z.object({
  username: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(512),
});
export const signUpSchema = z.object({
  email,
  username,
  password: newPassword,
  account_name: z
    .string()
    .trim()
    .min(2)
    .max(120)
    .regex(/^\P{Cc}*$/u, 'checks.one_line'),
  time_zone: z.string().max(64).optional(),
  locale: z.enum(['en', 'zh']).optional(),
  terms: z.literal(true, 'checks.terms'),
  /** Page of the portal to open once the account exists, as a path. */
  redirect: z
    .string()
    .max(1_000)
    .regex(/^\/([^/\\].*)?$/)
    .optional(),
});
const loginAttemptSchema = z.object({ at: time, ok: z.boolean(), ip: z.string(), user_agent: z.string().nullable() });

/** A place where the user is logged in. */
const placeSchema = z.object({
  id,
  created_at: time,
  last_seen_at: time,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** The session of this very call. */
  current: z.boolean(),
});

export const session = endpoints({
  login: {
    method: 'POST',
    path: '/api/login',
    access: { kind: 'public' },
    summary: 'Log in with username or e-mail and password.',
    body: loginSchema,
    answer: sessionSchema,
    seconds: 30, // tries wait for their turn
  },
  enterFromShop: {
    method: 'POST',
    path: '/api/shopify/login/token',
    access: { kind: 'public' },
    summary: 'Turn the one-time code of a log-in from a shop into a session.',
    body: z.object({ code: z.string().min(1).max(200), browser_key: z.string().min(1).max(200) }),
    answer: sessionSchema,
    perMinute: 60,
  },
  logout: { method: 'POST', path: '/api/logout', access: { kind: 'user' }, summary: 'End this session.', answer: done },
  signUp: {
    method: 'POST',
    path: '/api/sign_up',
    access: { kind: 'public' },
    summary:
      'Sign up. The account is created by the link in the mail that follows. The answer doesn’t tell whether the e-mail has an account.',
    body: signUpSchema,
    answer: done,
    perMinute: 20,
  },
  finishSignUp: {
    method: 'POST',
    path: '/api/sign_up/finish',
    access: { kind: 'public' },
    summary: 'Create the account of a sign-up with the code of its mailed link, and log in its owner.',
    body: z.object({ code: z.string().max(100) }),
    answer: sessionSchema,
    perMinute: 20,
  },
  forgetPassword: {
    method: 'POST',
    path: '/api/password/forget',
    access: { kind: 'public' },
    summary: 'Mail a link to create a new password. The answer does not tell whether the address is known.',
    body: z.object({ email }),
    answer: done,
    perMinute: 10,
  },
  createPassword: {
    method: 'POST',
    path: '/api/password/create',
    access: { kind: 'public' },
    summary: 'Create a password with the code of a mailed link; ends all sessions of the user and logs in.',
    body: z.object({ code: z.string().max(100), password: newPassword }),
    answer: sessionSchema,
    perMinute: 20,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/reset_password',
    access: { kind: 'user' },
    summary: 'Change the password, knowing the old one; ends the other sessions.',
    body: z.object({ old_password: z.string().min(1).max(512), new_password: newPassword }),
    answer: done,
    seconds: 30,
    perMinute: 20,
  },
  verifyEmail: {
    method: 'POST',
    path: '/api/email/verify',
    access: { kind: 'public' },
    summary: 'Confirm the e-mail address with the code of a mailed link.',
    body: z.object({ code: z.string().max(100) }),
    answer: done,
    perMinute: 20,
  },
  sendVerification: {
    method: 'POST',
    path: '/api/email/send_verification',
    access: { kind: 'user' },
    summary: 'Mail the link that confirms the address once more.',
    answer: done,
    perMinute: 5,
  },
  loginAs: {
    method: 'POST',
    path: '/api/login_as',
    access: { kind: 'staff', roles: ['agent'] },
    summary: 'Act for a client for 30 minutes, with a reason that the client sees.',
    body: z.object({
      account_id: id,
      reason: z.string().trim().min(10).max(300),
    }),
    answer: z.object({ until: time }),
  },
  stopActing: {
    method: 'POST',
    path: '/api/login_as/stop',
    access: { kind: 'user' },
    summary: 'Stop acting for the client.',
    answer: done,
  },
  sessions: {
    method: 'GET',
    path: '/api/sessions',
    access: { kind: 'user' },
    summary: 'Places where the user is logged in, the latest use first.',
    query: listQuery,
    answer: z.array(placeSchema),
    meta: listMeta,
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sessions/{id}',
    access: { kind: 'user' },
    summary: 'Log out in another place.',
    params: idParams,
    answer: done,
  },
  loginLog: {
    method: 'GET',
    path: '/api/login/log',
    access: { kind: 'user' },
    summary: 'Own log-ins, newest first.',
    query: listQuery,
    answer: z.array(loginAttemptSchema),
    meta: listMeta,
  },
});
