import { Button, TextInput } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxUploadBytes } from '#contract/constants.ts';
import { searchPicture } from '#contract/image-search-rules.ts';
import { FileDrop } from '#web/ui/file-drop.tsx';
import classes from './image-search.module.css';
import { usePastedPicture } from './use-pasted-picture.ts';

const accept = Object.fromEntries(Object.entries(searchPicture.types).map(([type, endings]) => [type, [...endings]]));

export type Source = {
  busy: boolean;
  onFile: (file: File) => void;
  /** Answers whether a search was made of it. */
  onUrl: (address: string) => Promise<boolean>;
};

/** Where a picture comes from: dropped, chosen, pasted, photographed, or by its address. */
export function PictureSource({ busy, onFile, onUrl }: Source) {
  const { t } = useTranslation('image-search');
  usePastedPicture(onFile);
  return (
    <div className={classes.source} aria-busy={busy}>
      <FileDrop
        label={t('source.drop')}
        hint={t('source.hint')}
        buttonLabel={t('source.choose')}
        accept={accept}
        maxBytes={maxUploadBytes}
        file={undefined}
        onFile={(file) => file && onFile(file)}
        busy={busy}
      />
      <Camera busy={busy} onFile={onFile} />
      <AddressForm busy={busy} onUrl={onUrl} />
    </div>
  );
}

/** Opens the camera of a phone; hidden where a mouse is at hand, since a computer would only open its files again. */
export function Camera({ busy, onFile }: Pick<Source, 'busy' | 'onFile'>) {
  const { t } = useTranslation('image-search');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.camera}>
      <Button
        variant="default"
        disabled={busy}
        leftSection={<IconCamera size={16} stroke={1.75} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('source.camera')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={Object.keys(searchPicture.types).join(',')}
        capture="environment"
        aria-label={t('source.camera')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </div>
  );
}

function AddressForm({ busy, onUrl }: Pick<Source, 'busy' | 'onUrl'>) {
  const { t } = useTranslation('image-search');
  const [address, setAddress] = useState('');
  const empty = address.trim() === '';
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!empty && (await onUrl(address.trim()))) setAddress('');
  };
  return (
    <form className={classes.address} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <TextInput
        type="url"
        label={t('source.address')}
        placeholder="https://"
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        maxLength={2000}
      />
      <Button type="submit" variant="default" loading={busy} disabled={empty}>
        {t('source.search')}
      </Button>
    </form>
  );
}
