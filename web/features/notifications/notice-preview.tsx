import { Alert, Badge } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useDomainForBrand } from '#web/components/brand-domain.ts';
import { SafeHtml } from '#web/ui/safe-html.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from './notice-form.module.css';

const typingMs = 400;

/** The notice as merchants will see it: cleaned by the server, with the domain in the brand's place. */
export function NoticePreview({ title, tags, content }: { title: string; tags: readonly string[]; content: string }) {
  const { t } = useTranslation('notifications');
  const [typed] = useDebouncedValue(content, typingMs);
  const { data } = useApiQuery(
    api.notifications.preview,
    { body: { content: typed } },
    { enabled: typed.trim() !== '', keepPrevious: true, gcTime: 0 },
  );
  const named = useDomainForBrand();
  const shown = typed.trim() === '' ? undefined : data;
  return (
    <section className={classes.preview} aria-label={t('staff.preview')}>
      <p className={classes.label}>{t('staff.preview')}</p>
      {shown?.changed === true && (
        <Alert color="yellow" role="status" p={10} mb={10}>
          {t('staff.changed')}
        </Alert>
      )}
      <div className={classes.notice}>
        <p className={classes.title}>{named(title) || t('staff.titleField')}</p>
        {tags.length > 0 && (
          <ul className={classes.tags}>
            {tags.map((tag) => (
              <li key={tag}>
                <Badge variant="default" tt="none" fw={500}>
                  {tag}
                </Badge>
              </li>
            ))}
          </ul>
        )}
        {shown === undefined ? (
          <p className={classes.none}>{t('staff.previewEmpty')}</p>
        ) : (
          <SafeHtml html={shown.content} replace={named} />
        )}
      </div>
    </section>
  );
}
