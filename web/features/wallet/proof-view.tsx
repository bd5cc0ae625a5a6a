import { Button } from '@mantine/core';
import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { openDownload } from '#web/api/download.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from './wallet.module.css';
import type { StaffRecharge } from './wallet-types.ts';

type Proof = NonNullable<StaffRecharge['proof']>;

/** A client's proof: a picture shows in place, a PDF is fetched; each look uses up its own link (P27). */
export function ProofView({ accountId, proof }: { accountId: string; proof: Proof }) {
  const { t } = useTranslation('wallet');
  const [picture, setPicture] = useState<string>();
  const { run, busy } = useApiMutation(api.files.deskLink);
  const isPicture = proof.mime.startsWith('image/');
  const Icon = isPicture ? IconPhoto : IconFileTypePdf;
  const handleOpen = async () => {
    const link = await run({ params: { account_id: accountId, id: proof.id } });
    if (link === false) return;
    if (isPicture) setPicture(link.url);
    else openDownload(link.url, proof.name);
  };
  if (picture !== undefined) return <img className={classes.proofPicture} src={picture} alt={proof.name} />;
  return (
    <Button
      variant="default"
      mt={12}
      loading={busy}
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
      onClick={() => void handleOpen()}
    >
      {t('staff.openProof')} · {proof.name}
    </Button>
  );
}
