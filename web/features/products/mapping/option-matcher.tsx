import { Button, Select } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/api/toasts.ts';
import { Panel } from '#web/ui/page.tsx';
import classes from './mapping.module.css';
import { familyOf, guessPairs, optionsOf, type Pairs, valuesOf } from './option-match.ts';
import type { Variant, SkuChoice } from './mapping-types.ts';

type MatcherProps = {
  variants: readonly Variant[];
  choices: readonly SkuChoice[];
  onFill: (pairs: Pairs, items: readonly SkuChoice[]) => number;
};

/** Says once what the shop's options mean in the catalogue, and fills all rows by it. */
export function OptionMatcher({ variants, choices, onFill }: MatcherProps) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const [opened, setOpened] = useState(false);
  const options = useMemo(() => optionsOf(variants), [variants]);
  const families = useMemo(() => [...new Set(choices.map(familyOf))], [choices]);
  const [chosen, setChosen] = useState<string>();
  const family = chosen !== undefined && families.includes(chosen) ? chosen : families[0];
  const items = useMemo(() => choices.filter((sku) => familyOf(sku) === family), [choices, family]);
  const guessed = useMemo(() => guessPairs(options, items), [options, items]);
  const [said, setSaid] = useState<Pairs>({});
  const pairs = useMemo(() => ({ ...guessed, ...said }), [guessed, said]);
  if (options.size === 0 || families.length === 0) return null;
  const say = (name: string, change: Partial<Pairs[string]>) =>
    setSaid((before) => {
      const known = before[name] ?? guessed[name] ?? { attribute: '', values: {} };
      return { ...before, [name]: { ...known, ...change } };
    });
  const handleFill = () => {
    const filled = onFill(pairs, items);
    toast.success(t('matcher.filled', { count: filled }));
  };
  const toggle = (
    <Button variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
      {t(opened ? 'matcher.close' : 'matcher.open')}
    </Button>
  );
  return (
    <Panel title={t('matcher.title')} actions={toggle}>
      {!opened ? (
        <p className={classes.muted}>{t('matcher.lead')}</p>
      ) : (
        <div className={classes.matcher}>
          <Select
            label={t('matcher.family')}
            data={families}
            value={family ?? null}
            onChange={(value) => {
              setChosen(value ?? undefined);
              setSaid({});
            }}
            searchable
            allowDeselect={false}
          />
          {[...options].map(([name, values]) => (
            <OptionPairs
              key={name}
              name={name}
              values={values}
              items={items}
              pair={pairs[name]}
              onSay={(change) => say(name, change)}
            />
          ))}
          <div>
            <Button onClick={handleFill}>{t('matcher.fill')}</Button>
          </div>
        </div>
      )}
    </Panel>
  );
}

type PairsProps = {
  name: string;
  values: readonly string[];
  items: readonly SkuChoice[];
  pair: Pairs[string] | undefined;
  onSay: (change: Partial<Pairs[string]>) => void;
};

function OptionPairs({ name, values, items, pair, onSay }: PairsProps) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const attributes = [...new Set(items.flatMap((item) => Object.keys(item.attributes)))];
  const known = pair ? valuesOf(pair.attribute, items) : [];
  return (
    <fieldset className={classes.pairs}>
      <legend>
        <Select
          label={t('matcher.attribute', { name })}
          data={attributes}
          value={pair?.attribute ?? null}
          onChange={(attribute) => onSay({ attribute: attribute ?? '', values: {} })}
          placeholder={t('matcher.none')}
        />
      </legend>
      {pair &&
        values.map((value) => (
          <div key={value} className={classes.pair}>
            <span className={classes.value}>{value}</span>
            <IconArrowRight size={14} aria-hidden />
            <Select
              aria-label={t('matcher.value', { name, value })}
              data={known}
              value={pair.values[value] ?? null}
              onChange={(chosen) => {
                const { [value]: _before, ...others } = pair.values;
                onSay({ values: chosen === null ? others : { ...others, [value]: chosen } });
              }}
              placeholder={t('matcher.choose')}
              clearable
              searchable
              data-unmatched={pair.values[value] === undefined}
            />
          </div>
        ))}
    </fieldset>
  );
}
