import { Drawer, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { useOverlay } from '#web/ui/use-overlay.ts';
import classes from './mapping.module.css';
import { disagreements, type Pairs } from './option-match.ts';
import { StockText } from './stock-text.tsx';
import type { Variant, SkuChoice } from './mapping-types.ts';

type PickerProps = {
  choices: readonly SkuChoice[];
  variant: Variant;
  pairs: Pairs;
  search: string;
  busy: boolean;
  onSearch: (q: string) => void;
  onPick: (sku: SkuChoice) => void;
};

const pauseMs = 250;

/** The catalogue's items for the chosen variant, best fit first: arrows move, Enter picks. */
export function SkuPicker({ choices, variant, pairs, search, busy, onSearch, onPick }: PickerProps) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const listId = useId();
  const [text, setText] = useState(search);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  const place = Math.min(at, choices.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;
  const handleKeys = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const chosen = choices[place];
    if (step !== 0) {
      event.preventDefault();
      const next = Math.max(0, Math.min(choices.length - 1, place + step));
      setAt(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      setAt(0);
      onPick(chosen);
    }
  };
  return (
    <section className={classes.picker} aria-label={t('catalog')}>
      <h2 className={classes.pickerTitle}>{t('pickFor', { name: variant.title })}</h2>
      <TextInput
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={choices.length > 0 ? optionId(place) : undefined}
        aria-label={t('searchItems')}
        placeholder={t('searchItems')}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={handleKeys}
      />
      {choices.length === 0 && !busy && <p className={classes.muted}>{t('noItems')}</p>}
      <div id={listId} role="listbox" aria-label={t('catalog')} aria-busy={busy} className={classes.choices}>
        {choices.map((sku, index) => (
          <button
            key={sku.id}
            id={optionId(index)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === place}
            className={classes.choice}
            onClick={() => onPick(sku)}
          >
            <Choice sku={sku} wrong={disagreements(variant.options, sku.attributes, pairs).length > 0} />
          </button>
        ))}
      </div>
    </section>
  );
}

function Choice({ sku, wrong }: { sku: SkuChoice; wrong: boolean }) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  return (
    <>
      <Picture url={sku.picture_url} size={40} />
      <span className={classes.words}>
        <span className={classes.name}>{sku.title}</span>
        <span className={classes.muted}>
          {sku.code} · {t('grams', { count: sku.weight_g })} · {t('lead', { count: sku.lead_days })}
        </span>
        <span className={classes.muted}>
          <StockText stock={sku.stock} />
        </span>
        <span className={classes.chips}>
          {Object.entries(sku.attributes).map(([name, value]) => (
            <span key={name} className={classes.attribute}>
              {name}: {value}
            </span>
          ))}
          {wrong && <StatusChip tone="red" label={t('differs')} />}
          {sku.status === 'low' && <StatusChip tone="amber" label={t('low')} />}
          {sku.status === 'discontinued' && <StatusChip tone="red" label={t('discontinued')} />}
        </span>
      </span>
      <span className={classes.cost}>{sku.cost ? <MoneyCell money={sku.cost} /> : t('noPrice')}</span>
    </>
  );
}

/** The catalogue over the page, on a phone. */
export function SkuSheet({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  return (
    <Drawer {...useOverlay(true, onClose)} position="bottom" size="85%" title={t('catalog')}>
      {children}
    </Drawer>
  );
}
