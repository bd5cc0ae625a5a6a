import { local } from './storage.ts';

/** Local key of the stored user info (spec §2); it goes with the session. */
export const userInfoKey = 'user_info';

/** Keeps of the profile what the menu asks for before the server is asked again; no personal data. */
export function keepUserInfo(profile: { image_identify_enabled: boolean }): void {
  local.set(userInfoKey, { image_identify_enabled: profile.image_identify_enabled });
}

/** Whether a stored user info takes `/identifyImage/index` out of the menu: none is stored → it shows (P20). */
export function hidesImageSearch(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null) return false;
  return !('image_identify_enabled' in stored) || stored.image_identify_enabled !== true;
}

/** The `hidden` rule of the image search's page, from what is stored now. */
export function imageSearchHidden(): boolean {
  return hidesImageSearch(local.get(userInfoKey));
}
