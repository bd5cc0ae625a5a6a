-- A line of a bill that is not called by a product's name keeps the key of a sentence with its parameters, which is written out in
-- the language of whoever reads it. Lines from before have it in English; what is none of these sentences stays as it is.
CREATE FUNCTION kept_sentence(name text, params text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT '{"text":"bill-lines.' || name || '"' || coalesce(',"params":{' || params || '}', '') || '}'
$$;

CREATE FUNCTION kept_title(code text, title text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  freight text[] := regexp_match(title, '^Freight (.+) to ([A-Z]{2})(, without the added units)?$');
  share text[] := regexp_match(title, '^(?:Deposit of (\d+) ?%|Balance): (.+)$');
  skus text[] := regexp_match(share[2], '^goods of (\S+), (\d+) (?:pieces|units) of (\d+) SKUs$');
  goods text[] := regexp_match(share[2], '^goods of (\S+), (\d+) × (.+)$');
  warehouse text[] := regexp_match(share[2], '^freight to (.+)$');
  what text;
BEGIN
  IF title = 'Goods paid before' THEN
    RETURN kept_sentence('goods_before', NULL);
  ELSIF title = 'Freight paid before' THEN
    RETURN kept_sentence('freight_before', NULL);
  ELSIF code = 'freight' AND freight IS NOT NULL THEN
    RETURN kept_sentence('freight' || CASE WHEN freight[3] IS NULL THEN '' ELSE '_shared' END,
      format('"channel":%s,"country":%s', to_json(freight[1]), to_json(freight[2])));
  END IF;
  what := CASE
    WHEN skus IS NOT NULL THEN
      kept_sentence('stock_skus', format('"number":%s,"units":%s,"skus":%s', to_json(skus[1]), skus[2], skus[3]))
    WHEN goods IS NOT NULL THEN
      kept_sentence('stock_goods', format('"number":%s,"units":%s,"product":%s', to_json(goods[1]), goods[2], to_json(goods[3])))
    WHEN warehouse IS NOT NULL THEN kept_sentence('stock_freight', format('"warehouse":%s', to_json(warehouse[1])))
    WHEN share[2] = 'branding' THEN kept_sentence('stock_branding', NULL)
  END;
  RETURN CASE
    WHEN what IS NULL THEN title
    WHEN share[1] IS NULL THEN kept_sentence('balance', '"of":' || what)
    ELSE kept_sentence('deposit', format('"percent":%s,"of":%s', share[1], what))
  END;
END
$$;

-- A line with a SKU is called by its product.
UPDATE invoice_lines SET title = kept_title(code, title) WHERE sku IS NULL AND title <> kept_title(code, title);
UPDATE invoice_items SET title = kept_title(code, title) WHERE title <> kept_title(code, title);
UPDATE order_changes SET lines = (
  SELECT jsonb_agg(line || jsonb_build_object('title', 
    CASE WHEN line ->> 'sku' IS NULL THEN kept_title(line ->> 'code', line ->> 'title') ELSE line ->> 'title' END) ORDER BY place)
  FROM jsonb_array_elements(lines) WITH ORDINALITY AS l(line, place)
) WHERE jsonb_array_length(lines) > 0;

DROP FUNCTION kept_title(text, text);
DROP FUNCTION kept_sentence(text, text);
