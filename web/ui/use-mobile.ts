import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is under 992 px wide (spec §2, decision 16: 992 is not mobile). */
export function useMobile(): boolean {
  return useMediaQuery('(max-width: 991.98px)', false, { getInitialValueInEffect: false });
}
