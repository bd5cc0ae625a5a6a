import type { Turn } from '#contract/order-states.ts';
import { createContext, use } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Action, Feature } from '#contract/rights.ts';
import type { Contract } from '../api/client.ts';
import { isStaff } from '../lib/is-staff.ts';

/** Who is logged in. */
export type Profile = AnswerOf<Contract['profile']['get']>;

export type SessionActions = {
  /** Fetches ahead what comes after the log-in. */
  prepare: () => void;
  /** Keeps a fresh token and goes on to where the user wanted to be. */
  enter: (token: string) => void;
  /** Ends the session at the server and here. */
  leave: () => void;
  /** Fetches the profile again, after something in it changed. */
  reload: () => Promise<void>;
};

export type Session = SessionActions & { profile: Profile | undefined };

const missing = () => {
  throw new Error('outside of the session');
};

/** Filled by the app. */
export const SessionContext = createContext<Session>({
  profile: undefined,
  prepare: missing,
  enter: missing,
  leave: missing,
  reload: missing,
});

/** The session's actions, on public pages too. */
export function useSession(): Session {
  return use(SessionContext);
}

/** The profile, on pages behind the log-in. */
export function useProfile(): Profile {
  const { profile } = use(SessionContext);
  if (profile === undefined) throw new Error('useProfile is for pages behind the log-in');
  return profile;
}

/** Whether the reader is of the provider's staff, who see a client's pages in their own words. */
export function useIsStaff(): boolean {
  return isStaff(useProfile());
}

/** The side of the order that reads: what the other one has to do is nothing to act on. */
export function useViewer(): Turn {
  return useIsStaff() ? 'provider' : 'merchant';
}

/** Whether a member of staff acts for a client: what costs money or binds the client stays with the client (P28). */
export function useActing(): boolean {
  return useProfile().acting_as !== null;
}

/** Whether the user may do something; hides what the server would refuse. */
export function useMay(): (feature: Feature, action: Action) => boolean {
  const { rights } = useProfile();
  return (feature, action) => rights[feature]?.includes(action) ?? false;
}
