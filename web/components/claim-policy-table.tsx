import { useTranslation } from 'react-i18next';
import { joinWords } from '#web/lib/format.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';
import { countryName } from '#web/lib/countries.ts';
import { PlainTable } from '../ui/plain-table.tsx';

type Policy = AnswerOf<Contract['shipping']['claimPolicies']>[number];

/** When a claim may be made, and what it has to show, reason by reason. */
export function ClaimPolicyTable({ policies, flush = false }: { policies: readonly Policy[]; flush?: boolean }) {
  const { t, i18n } = useTranslation('shipping');
  const rest = ({ reason }: Policy) =>
    policies.some((other) => other.reason === reason && other.destination !== null) ? 'everywhere' : 'allRegions';
  return (
    <PlainTable label={t('tabs.policies')} flush={flush} stacks>
      <thead>
        <tr>
          <th scope="col">{t('policy.reason')}</th>
          <th scope="col">{t('policy.where')}</th>
          <th scope="col">{t('policy.when')}</th>
          <th scope="col">{t('policy.evidence')}</th>
        </tr>
      </thead>
      <tbody>
        {policies.map((policy) => (
          <tr key={policy.id}>
            <td>{t(`policy.reasons.${policy.reason}`)}</td>
            <td data-head={t('policy.where')}>
              {policy.destination === null
                ? t(`policy.${rest(policy)}`)
                : countryName(policy.destination, i18n.language)}
            </td>
            <td data-head={t('policy.when')}>
              {policy.opens_after_days > 0
                ? t('policy.between', {
                    from: policy.opens_after_days,
                    to: policy.window_days,
                    start: t(`policy.from.${policy.counts_from}`),
                  })
                : t('policy.within', { to: policy.window_days, start: t(`policy.from.${policy.counts_from}`) })}
            </td>
            <td data-head={t('policy.evidence')}>
              {policy.evidence.length === 0
                ? t('policy.nothing')
                : joinWords(
                    policy.evidence.map((kind) => t(`policy.kinds.${kind}`)),
                    i18n.language,
                  )}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
