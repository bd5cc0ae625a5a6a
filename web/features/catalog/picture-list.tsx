import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconStar, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { catalogLimits } from '#contract/catalog-rules.ts';
import { maxUploadBytes } from '#contract/constants.ts';
import { type CatalogPicture, uploadCatalogPicture } from '#web/api/upload.ts';
import { Picture } from '#web/components/picture.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { useAction } from '#web/api/use-api-mutation.ts';
import classes from './catalog.module.css';

const accept = { 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'], 'image/webp': ['.webp'] };

type Pictures = readonly CatalogPicture[];
type ListProps = { pictures: Pictures; onChange: (pictures: CatalogPicture[]) => void; max?: number };

/** Pictures in their order, the main one first: dropped, moved, taken out. */
export function PictureList({ pictures, onChange, max = catalogLimits.pictures }: ListProps) {
  const { t } = useTranslation('catalog');
  const upload = useAction(uploadCatalogPicture);
  const handleFiles = async (files: File[]) => {
    let kept = [...pictures];
    for (const file of files.slice(0, max - pictures.length)) {
      const stored = await upload.run(file);
      if (stored !== false) kept = [...kept.filter((one) => one.sha256 !== stored.sha256), stored];
    }
    onChange(kept);
  };
  return (
    <div>
      {pictures.length > 0 && (
        <ol className={classes.pictureList} aria-label={t('staff.pictures')}>
          {pictures.map((picture, at) => (
            <li key={picture.sha256}>
              <Picture url={picture.url} size={88} />
              <PictureActions pictures={pictures} at={at} onChange={onChange} />
            </li>
          ))}
        </ol>
      )}
      {pictures.length < max && (
        <FileDrop
          label={t(max === 1 ? 'staff.pictureDrop' : 'staff.picturesDrop')}
          hint={t('staff.picturesHint', { count: max })}
          buttonLabel={t(max === 1 ? 'staff.pictureChoose' : 'staff.picturesChoose')}
          accept={accept}
          maxBytes={maxUploadBytes}
          file={undefined}
          onFile={() => {}}
          onFiles={(files) => void handleFiles(files)}
          busy={upload.busy}
        />
      )}
    </div>
  );
}

function PictureActions({ pictures, at, onChange }: ListProps & { at: number }) {
  const { t } = useTranslation('catalog');
  const number = at + 1;
  const without = pictures.filter((_, index) => index !== at);
  const moveTo = (place: number) => {
    const picture = pictures[at];
    if (picture) onChange([...without.slice(0, place), picture, ...without.slice(place)]);
  };
  const actions = [
    { label: t('staff.pictureMain', { number }), icon: IconStar, idle: at === 0, action: () => moveTo(0) },
    { label: t('staff.pictureEarlier', { number }), icon: IconArrowLeft, idle: at === 0, action: () => moveTo(at - 1) },
    {
      label: t('staff.pictureLater', { number }),
      icon: IconArrowRight,
      idle: at === pictures.length - 1,
      action: () => moveTo(at + 1),
    },
    { label: t('staff.pictureRemove', { number }), icon: IconX, idle: false, action: () => onChange([...without]) },
  ];
  return (
    <div className={classes.pictureActions}>
      {actions.slice(pictures.length > 1 ? 0 : -1).map(({ label, icon: Icon, idle, action }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          size="sm"
          aria-label={label}
          aria-disabled={idle} // stays where the focus is
          {...(idle && { 'data-disabled': true })}
          onClick={() => !idle && action()}
        >
          <Icon size={14} aria-hidden />
        </ActionIcon>
      ))}
    </div>
  );
}
