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
  /** Required where the domain's branding names terms. */
  terms: z.literal(true, 'checks.terms').optional(),
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
    summary: 'Log in with username or email and password.',
    body: loginSchema,
    answer: sessionSchema,
    seconds: 30, // tries wait for their turn
  },
  logout: { method: 'POST', path: '/api/logout', access: { kind: 'user' }, summary: 'End this session.', answer: done },
  signUp: {
    method: 'POST',
    path: '/api/sign_up',
    access: { kind: 'public' },
    summary:
      'Sign up; the link in the email that follows creates the account. The answer doesn’t tell whether the email has an account.',
    body: signUpSchema,
    answer: done,
    perMinute: 20,
  },
  finishSignUp: {
    method: 'POST',
    path: '/api/sign_up/finish',
    access: { kind: 'public' },
    summary: 'Create the account of a sign-up with the code of its emailed link, and log in its owner.',
    body: z.object({ code: z.string().max(100) }),
    answer: sessionSchema,
    perMinute: 20,
  },
  forgetPassword: {
    method: 'POST',
    path: '/api/password/forget',
    access: { kind: 'public' },
    summary: 'Send an email to reset the password. The answer doesn’t tell whether the address is known.',
    body: z.object({ email }),
    answer: done,
    perMinute: 10,
  },
  createPassword: {
    method: 'POST',
    path: '/api/password/create',
    access: { kind: 'public' },
    summary: 'Reset the password with the code of an emailed link; ends all sessions of the user and logs in.',
    body: z.object({ code: z.string().max(100), password: newPassword }),
    answer: sessionSchema,
    perMinute: 20,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/reset_password',
    access: { kind: 'user' },
    summary: 'Change the password with the current one; ends all other sessions.',
    body: z.object({ old_password: z.string().min(1).max(512), new_password: newPassword }),
    answer: done,
    seconds: 30,
    perMinute: 20,
  },
  verifyEmail: {
    method: 'POST',
    path: '/api/email/verify',
    access: { kind: 'public' },
    summary: 'Confirm the email address with the code of an emailed link.',
    body: z.object({ code: z.string().max(100) }),
    answer: done,
    perMinute: 20,
  },
  sendVerification: {
    method: 'POST',
    path: '/api/email/send_verification',
    access: { kind: 'user' },
    summary: 'Send the email that confirms the address again.',
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
    summary: 'List the devices where the user is logged in, most recently used first.',
    query: listQuery,
    answer: z.array(placeSchema),
    meta: listMeta,
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sessions/{id}',
    access: { kind: 'user' },
    summary: 'Log out another device.',
    params: idParams,
    answer: done,
  },
  loginLog: {
    method: 'GET',
    path: '/api/login/log',
    access: { kind: 'user' },
    summary: 'List your logins, newest first.',
    query: listQuery,
    answer: z.array(loginAttemptSchema),
    meta: listMeta,
  },
});
