import {
  IconBook,
  IconChartBar,
  IconCreditCard,
  IconGift,
  IconMessage,
  IconPhoto,
  IconPlane,
  IconShield,
  IconSpeakerphone,
  IconTool,
  IconTruck,
  IconWorld,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { PartnerIcon } from '#contract/partner-rules.ts';

const icons: Readonly<Record<PartnerIcon, Icon>> = {
  book: IconBook,
  chart: IconChartBar,
  'credit-card': IconCreditCard,
  gift: IconGift,
  message: IconMessage,
  photo: IconPhoto,
  plane: IconPlane,
  shield: IconShield,
  speakerphone: IconSpeakerphone,
  tool: IconTool,
  truck: IconTruck,
  world: IconWorld,
};

/** The picture of a partner item; a name we do not know has none. */
export function partnerIcon(name: string): Icon | undefined {
  return Object.entries(icons).find(([known]) => known === name)?.[1];
}
