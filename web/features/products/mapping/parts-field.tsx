import { ActionIcon, NumberInput, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mappingLimits } from '#contract/mapping-rules.ts';
import { Picture } from '#web/components/picture.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import type { Part } from './mapping-draft.ts';
import classes from './mapping.module.css';

type PartsProps = { label: string; productId: string; parts: readonly Part[]; onChange: (parts: Part[]) => void };

/** The items that make up one piece, with how many of each. */
export function PartsField({ label, productId, parts, onChange }: PartsProps) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const [search, setSearch] = useState('');
  const { data: choices = [] } = useApiQuery(
    api.products.skus,
    { params: { id: productId }, query: search === '' ? {} : { q: search } },
    { keepPrevious: true },
  );
  const unused = choices.filter((sku) => !parts.some((part) => part.sku.id === sku.id));
  const handleAdd = (id: string | null) => {
    const sku = choices.find((choice) => choice.id === id);
    if (sku) onChange([...parts, { sku, quantity: 1 }]);
    setSearch('');
  };
  return (
    <div className={classes.parts} role="group" aria-label={label}>
      <span className={classes.partsLabel}>{label}</span>
      {parts.map((part, place) => (
        <div key={part.sku.id} className={classes.partRow}>
          <Picture url={part.sku.picture_url} />
          <span className={classes.words}>
            <span className={classes.name}>{part.sku.title}</span>
            <span className={classes.muted}>{part.sku.code}</span>
          </span>
          <NumberInput
            aria-label={t('recipe.quantity', { name: part.sku.title })}
            value={part.quantity}
            min={1}
            max={mappingLimits.quantity}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            w={84}
            onChange={(value) => {
              const quantity = Math.max(1, Number(value) || 1);
              onChange(parts.map((known, index) => (index === place ? { ...known, quantity } : known)));
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('recipe.remove', { name: part.sku.title })}
            onClick={() => onChange(parts.filter((_, index) => index !== place))}
          >
            <IconX size={15} />
          </ActionIcon>
        </div>
      ))}
      <Select
        aria-label={t('recipe.addTo', { label })}
        placeholder={t('recipe.add')}
        data={unused.map((sku) => ({ value: sku.id, label: `${sku.code} · ${sku.title}` }))}
        value={null}
        onChange={handleAdd}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        filter={({ options }) => options}
        nothingFoundMessage={t('noItems')}
        disabled={parts.length >= mappingLimits.components}
      />
    </div>
  );
}
