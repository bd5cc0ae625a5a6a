import { staffRoles } from '#contract/rights.ts';

/** Whether somebody is the provider's staff (P2). */
export function isStaff(profile: { roles: readonly string[] }): boolean {
  return profile.roles.some((role) => staffRoles.some((staff) => staff === role));
}
