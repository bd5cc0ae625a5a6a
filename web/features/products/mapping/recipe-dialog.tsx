import { ActionIcon, Button, Checkbox, NumberInput, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstOverlap, mappingLimits } from '#contract/mapping-rules.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { CountryPicker } from '#web/components/country-picker.tsx';
import { DayField } from '#web/components/day-field.tsx';
import { Picture } from '#web/components/picture.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import type { Part, Recipe, Rule } from './mapping-draft.ts';
import classes from './mapping.module.css';
import type { Variant } from './mapping-types.ts';

type RecipeDialogProps = {
  productId: string;
  variant: Variant;
  recipe: Recipe;
  onSave: (recipe: Recipe) => void;
  onClose: () => void;
};

/** A variant in full: a bundle of items, other items for some countries or days, and items that are being sold out. */
export function RecipeDialog({ productId, variant, recipe, onSave, onClose }: RecipeDialogProps) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const [draft, setDraft] = useState(recipe);
  const [tried, setTried] = useState(false);
  const overlap = firstOverlap(draft.rules);
  const problem = problemOf(draft, overlap !== null);
  const setRule = (place: number, rule: Rule | undefined) =>
    setDraft({ ...draft, rules: draft.rules.flatMap((known, index) => (index === place ? (rule ?? []) : [known])) });
  const handleSubmit = () => {
    setTried(true);
    if (problem) return false;
    onSave(draft);
    return true;
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('recipe.title', { name: variant.title })}
      submitLabel={t('recipe.submit')}
      onSubmit={handleSubmit}
      dirty={draft !== recipe}
      width={640}
    >
      <Unsaved when={draft !== recipe} />
      <PartsField
        label={t('recipe.everywhere')}
        productId={productId}
        parts={draft.components}
        onChange={(components) => setDraft({ ...draft, components })}
      />
      {draft.rules.map((rule, index) => (
        <RuleFields
          key={index}
          number={index + 1}
          productId={productId}
          rule={rule}
          overlaps={overlap?.includes(index) ?? false}
          onChange={(next) => setRule(index, next)}
        />
      ))}
      <div>
        <ReadyButton
          variant="default"
          missing={
            draft.rules.length >= mappingLimits.rules ? t('recipe.rulesFull', { most: mappingLimits.rules }) : undefined
          }
          onClick={() => setDraft({ ...draft, rules: [...draft.rules, newRule(draft)] })}
        >
          {t('recipe.addRule')}
        </ReadyButton>
      </div>
      <Checkbox
        label={t('recipe.untilSoldOut')}
        description={t('recipe.untilSoldOutHelp')}
        checked={draft.until_sold_out}
        onChange={(event) => setDraft({ ...draft, until_sold_out: event.currentTarget.checked })}
      />
      {tried && problem && (
        <p className={classes.wrong} role="alert">
          {t(`recipe.problems.${problem}`)}
        </p>
      )}
    </FormDialog>
  );
}

const newRule = (recipe: Recipe): Rule => ({
  countries: [],
  valid_from: null,
  valid_to: null,
  components: recipe.components,
});

function problemOf({ components, rules }: Recipe, overlap: boolean) {
  if ([components, ...rules.map((rule) => rule.components)].some((parts) => parts.length === 0)) return 'noItem';
  if (rules.some((rule) => rule.countries.length === 0 && !rule.valid_from && !rule.valid_to)) return 'emptyRule';
  if (rules.some((rule) => rule.valid_from && rule.valid_to && rule.valid_from > rule.valid_to)) return 'days';
  return overlap ? 'overlap' : undefined;
}

type RuleProps = {
  number: number;
  productId: string;
  rule: Rule;
  overlaps: boolean;
  onChange: (rule: Rule | undefined) => void;
};

function RuleFields({ number, productId, rule, overlaps, onChange }: RuleProps) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const orNull = (day: string) => (day === '' ? null : day);
  return (
    <fieldset className={classes.rule}>
      <legend>{t('recipe.rule', { number })}</legend>
      <CountryPicker
        label={t('recipe.countries')}
        description={t('recipe.countriesHelp')}
        value={rule.countries}
        onChange={(countries) => onChange({ ...rule, countries })}
        error={overlaps ? t('recipe.problems.overlap') : undefined}
      />
      <div className={classes.days}>
        <DayField
          label={t('recipe.from')}
          value={rule.valid_from ?? ''}
          onChange={(day) => onChange({ ...rule, valid_from: orNull(day) })}
        />
        <DayField
          label={t('recipe.to')}
          value={rule.valid_to ?? ''}
          onChange={(day) => onChange({ ...rule, valid_to: orNull(day) })}
        />
      </div>
      <PartsField
        label={t('recipe.instead')}
        productId={productId}
        parts={rule.components}
        onChange={(components) => onChange({ ...rule, components })}
      />
      <div>
        <Button variant="subtle" color="gray" onClick={() => onChange(undefined)}>
          {t('recipe.removeRule')}
        </Button>
      </div>
    </fieldset>
  );
}

type PartsProps = { label: string; productId: string; parts: readonly Part[]; onChange: (parts: Part[]) => void };

/** The items that make up one piece, with how many of each. */
function PartsField({ label, productId, parts, onChange }: PartsProps) {
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
