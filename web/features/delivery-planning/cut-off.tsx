import { useTranslation } from 'react-i18next';
import { formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import classes from './delivery-planning.module.css';
import { timeLeft } from './today-steps.ts';
import type { Board } from './delivery-planning-types.ts';

/** Where the warehouses are; their cut-offs are written in this time. */
const warehouseZone = 'Asia/Shanghai';

/** How long is left, in the reader's time and in the warehouse's, and what there is to be said of the orders. */
export function CutOff({ board }: { board: Board }) {
  const { t, i18n } = useTranslation('delivery-planning');
  const now = useNow();
  const { next_cut_off: at, holiday } = board;
  const name = i18n.language.startsWith('zh') ? holiday?.name_zh : holiday?.name_en;
  return (
    <div className={classes.cutOff}>
      {at !== null && <p className={classes.clock}>{leftOf(at)}</p>}
      <p className={classes.lead}>{t(leadOf(board), { count: board.considered })}</p>
      {holiday && <p className={classes.quiet}>{t('holiday', { name, day: holiday.day })}</p>}
    </div>
  );

  function leftOf(moment: string) {
    const { hours, minutes } = timeLeft(moment, now);
    const left = hours === 0 ? t('minutes', { minutes }) : t('hours', { hours, minutes });
    const here = sameDay(moment, now) ? formatTime(moment, 'h:i') : formatTime(moment, 'y-m-d h:i');
    const there = warehouseTime(moment);
    const time = there === formatTime(moment, 'h:i') ? here : t('bothZones', { here, there });
    return (
      <>
        <strong>{t('left', { left })}</strong> <time dateTime={moment}>{t('cutOffAt', { time })}</time>
      </>
    );
  }
}

const sameDay = (at: string, now: Date): boolean => formatTime(at, 'y-m-d') === formatTime(now, 'y-m-d');

const warehouseTime = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: warehouseZone,
  }).format(new Date(at));

type Lead = 'none' | 'passed' | 'allMake' | 'allReady' | 'some' | 'waiting';

/** What a merchant should know first. */
function leadOf({ considered, counts }: Board): Lead {
  if (considered === 0) return 'none';
  if (counts.too_late === considered) return 'passed';
  if (counts.makes === considered) return 'allMake';
  if (counts.makes + counts.freed === 0) return 'waiting';
  return counts.freed === 0 ? 'allReady' : 'some';
}
