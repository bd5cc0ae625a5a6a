import 'react-image-crop/dist/ReactCrop.css';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import ReactCrop, { type PercentCrop } from 'react-image-crop';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import classes from './image-search.module.css';
import type { Search } from './image-search-types.ts';

type Crop = Search['crop'];

const whole: Crop = { left: 0, top: 0, width: 1, height: 1 };
const least = 0.05;

const toPercent = ({ left, top, width, height }: Crop): PercentCrop => ({
  unit: '%',
  x: left * 100,
  y: top * 100,
  width: width * 100,
  height: height * 100,
});

function toShares(crop: PercentCrop): Crop {
  const share = (percent: number) => Math.min(1, Math.max(0, percent / 100));
  const [left, top] = [share(crop.x), share(crop.y)];
  return { left, top, width: Math.min(1 - left, share(crop.width)), height: Math.min(1 - top, share(crop.height)) };
}

const differ = (a: Crop, b: Crop) =>
  (['left', 'top', 'width', 'height'] as const).some((side) => Math.abs(a[side] - b[side]) > 0.005);

/** The picture with a frame around what is searched; the frame moves with the mouse, a finger or the arrow keys. */
export function PictureCrop({ search }: { search: Search }) {
  const { t } = useTranslation('image-search');
  const { data, error, refetch } = useApiQuery(
    api.imageSearch.picture,
    { params: { id: search.id } },
    { still: true, gcTime: 0 }, // its address serves once,
  );
  const [frame, setFrame] = useState<Crop>(search.crop);
  const { run, busy } = useApiMutation(api.imageSearch.crop, {
    refetch: ['imageSearch'],
    onSuccess: (changed) => setFrame(changed.crop),
  });
  const apply = (crop: Crop) => run({ params: { id: search.id }, body: { crop } });
  const usable = frame.width >= least && frame.height >= least;
  const same = differ(frame, search.crop) ? undefined : t('crop.same');
  const missing = usable ? same : t('crop.tooSmall');
  if (error !== null && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.crop}>
      {data !== undefined && (
        <ReactCrop
          crop={toPercent(frame)}
          onChange={(_pixels, percent) => setFrame(toShares(percent))}
          keepSelection
          ruleOfThirds
          disabled={busy}
          ariaLabels={{
            cropArea: t('crop.area'),
            nwDragHandle: t('crop.nw'),
            nDragHandle: t('crop.n'),
            neDragHandle: t('crop.ne'),
            eDragHandle: t('crop.e'),
            seDragHandle: t('crop.se'),
            sDragHandle: t('crop.s'),
            swDragHandle: t('crop.sw'),
            wDragHandle: t('crop.w'),
          }}
        >
          <img src={data.url} alt={t('crop.picture')} width={search.width} height={search.height} />
        </ReactCrop>
      )}
      <Group gap={8}>
        <ReadyButton loading={busy} missing={missing} onClick={() => void apply(frame)}>
          {t('crop.search')}
        </ReadyButton>
        {differ(search.crop, whole) && (
          <Button variant="default" disabled={busy} onClick={() => void apply(whole)}>
            {t('crop.whole')}
          </Button>
        )}
      </Group>
    </div>
  );
}
