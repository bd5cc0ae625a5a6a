import { Badge, Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useDomainForBrand } from '#web/components/brand-domain.ts';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { type Language, languageOf, languages } from '#web/i18n/index.ts';
import { SafeHtml } from '#web/ui/safe-html.tsx';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from './notice-dialog.module.css';

export type Popup = NonNullable<AnswerOf<Contract['notifications']['global']>>;

/** A notice of the provider; OK marks it read (spec §2, dialog 1). */
export function NoticeDialog({ notice, onClose }: { notice: Popup; onClose: () => void }) {
  const { t } = useTranslation();
  // after a refusal, which is shown, the notice stays unread
  const read = useApiMutation(api.notifications.read, { refetch: ['notifications'], onSuccess: onClose });
  return (
    <ModalFrame opened onClose={onClose} title={notice.title} width={560}>
      <Words notice={notice} />
      <Button mt={16} onClick={() => void read.run({ params: { id: notice.id } })} loading={read.busy} data-autofocus>
        {t('notice.ok')}
      </Button>
    </ModalFrame>
  );
}

type Written = Pick<Popup, 'title' | 'tags' | 'content'>;
type Notice = AnswerOf<Contract['notifications']['staffList']>[number];

/** What an administrator wrote, as merchants see it, in each of its languages. */
export function NoticeView({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const { t, i18n } = useTranslation('notifications');
  const { language, translation, tags } = notice;
  const [chosen, setChosen] = useState<string>(languageOf(i18n.language));
  const other: Language = language === 'en' ? 'zh' : 'en';
  const shown = translation !== null && chosen === other ? { ...translation, tags } : notice;
  return (
    <ModalFrame opened onClose={onClose} title={shown.title} width={560}>
      {translation !== null && (
        <SegmentedControl
          aria-label={t('staff.previewIn')}
          size="xs"
          mb={12}
          data={[language, other].map((value: Language) => ({ value, label: languages[value] }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <Words notice={shown} />
    </ModalFrame>
  );
}

function Words({ notice }: { notice: Written }) {
  const { t } = useTranslation();
  const named = useDomainForBrand();
  return (
    <>
      {notice.tags.length > 0 && (
        <ul className={classes.tags} aria-label={t('notice.tags')}>
          {notice.tags.map((tag) => (
            <li key={tag}>
              <Badge variant="default" tt="none" fw={500}>
                {tag}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <SafeHtml html={notice.content} replace={named} />
    </>
  );
}
