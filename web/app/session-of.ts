import type { Profile } from '../components/session.tsx';

/** Who is logged in here (spec §3, Session), with the profile that it was made from. */
export type Session = {
  token: string;
  name: string;
  /** Address of a picture; empty: there is none. */
  avatar: string;
  /** A line about the person; may be empty. */
  introduction: string;
  roles: readonly string[];
  profile: Profile;
};

/** The session of a token and its profile. A missing or empty list of roles means viewer (P2). */
export function sessionOf(token: string, answered: Profile): Session {
  const known: unknown = answered.roles; // an older server may leave it out
  const roles = Array.isArray(known) && known.length > 0 ? answered.roles : ['viewer'];
  const profile = { ...answered, roles };
  return { token, name: profile.username, avatar: profile.avatar, introduction: profile.introduction, roles, profile };
}
