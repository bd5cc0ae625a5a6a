import { useSyncExternalStore } from 'react';
import { onDevice, readDevice } from './device.ts';

const isMobile = () => readDevice() === 'mobile';

/** Whether the body is under 992 px wide (spec §2). */
export function useMobile(): boolean {
  return useSyncExternalStore(onDevice, isMobile);
}
