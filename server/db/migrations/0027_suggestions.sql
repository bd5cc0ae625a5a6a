-- What store variants are probably made of (domain.md §3.2): the words that options use for the same thing, and the
-- suggestions that are computed from them.

-- Words of the provider, for every account; staff edit them. A word means one thing within its kind.
CREATE TABLE option_words (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('color', 'size', 'other')),
  word text NOT NULL CHECK (length(word) BETWEEN 1 AND 60),
  meaning text NOT NULL CHECK (length(meaning) BETWEEN 1 AND 60),
  CONSTRAINT option_words_key UNIQUE (kind, word)
);

-- Words that one merchant adds; they win over the provider's.
CREATE TABLE account_option_words (
  account_id uuid NOT NULL REFERENCES accounts (id),
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('color', 'size', 'other')),
  word text NOT NULL CHECK (length(word) BETWEEN 1 AND 60),
  meaning text NOT NULL CHECK (length(meaning) BETWEEN 1 AND 60),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT account_option_words_key UNIQUE (account_id, kind, word)
);
CALL protect_account_rows('account_option_words');

-- One open suggestion per variant; what was dismissed stays, so that it does not come back.
CREATE TABLE mapping_suggestions (
  account_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  catalog_sku_id uuid NOT NULL REFERENCES catalog_skus (id),
  quantity int NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 999),
  confidence real NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  source text NOT NULL CHECK (source IN ('auto_sku', 'auto_option', 'image')),
  reasons jsonb NOT NULL DEFAULT '[]', -- [{kind, ...}], shown to the merchant
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'dismissed')),
  computed_at timestamptz NOT NULL,
  dismissed_by uuid REFERENCES users (id),
  PRIMARY KEY (account_id, variant_id, catalog_sku_id),
  CONSTRAINT mapping_suggestions_variant_fkey FOREIGN KEY (account_id, variant_id) REFERENCES store_variants (account_id, id)
);
CREATE UNIQUE INDEX mapping_suggestions_open_key ON mapping_suggestions (account_id, variant_id) WHERE state = 'open';
CREATE INDEX mapping_suggestions_best_idx ON mapping_suggestions (account_id, confidence DESC, variant_id) WHERE state = 'open';
CALL protect_account_rows('mapping_suggestions');

INSERT INTO option_words (kind, meaning, word)
SELECT kind, meaning, unnest(string_to_array(words, ', ')) FROM (VALUES
  ('color', 'black', 'black, blk, bk, schwarz, noir, negro, nero, 黑, 黑色'),
  ('color', 'white', 'white, wht, wh, weiss, blanc, blanco, bianco, 白, 白色'),
  ('color', 'red', 'red, rd, rot, rouge, rojo, rosso, 红, 红色'),
  ('color', 'blue', 'blue, blu, bl, blau, bleu, azul, 蓝, 蓝色'),
  ('color', 'navy', 'navy, navy blue, nvy, marine, marineblau, 藏青, 藏青色, 海军蓝'),
  ('color', 'sky blue', 'sky blue, skyblue, hellblau, 天蓝, 天蓝色'),
  ('color', 'light blue', 'light blue, lt blue, baby blue, 浅蓝, 浅蓝色'),
  ('color', 'dark blue', 'dark blue, dk blue, dunkelblau, 深蓝, 深蓝色'),
  ('color', 'royal blue', 'royal blue, royal, 宝蓝, 宝蓝色'),
  ('color', 'green', 'green, grn, gn, grün, vert, verde, 绿, 绿色'),
  ('color', 'dark green', 'dark green, forest green, forest, dunkelgrün, 深绿, 深绿色, 墨绿, 墨绿色'),
  ('color', 'light green', 'light green, hellgrün, 浅绿, 浅绿色'),
  ('color', 'mint', 'mint, mint green, 薄荷绿'),
  ('color', 'army green', 'army green, army, olive, olive green, oliv, 军绿, 军绿色, 橄榄绿'),
  ('color', 'yellow', 'yellow, ylw, yl, gelb, jaune, amarillo, 黄, 黄色'),
  ('color', 'orange', 'orange, org, arancione, 橙, 橙色, 橘色'),
  ('color', 'pink', 'pink, pk, rosa, rose pink, 粉, 粉色, 粉红, 粉红色'),
  ('color', 'hot pink', 'hot pink, fuchsia, magenta, 玫红, 玫红色'),
  ('color', 'purple', 'purple, ppl, lila, violett, violet, violeta, 紫, 紫色'),
  ('color', 'lavender', 'lavender, lavendel, 薰衣草紫, 浅紫, 浅紫色'),
  ('color', 'grey', 'grey, gray, gry, gy, grau, gris, grigio, 灰, 灰色'),
  ('color', 'dark grey', 'dark grey, dark gray, charcoal, anthracite, anthrazit, dunkelgrau, 深灰, 深灰色'),
  ('color', 'light grey', 'light grey, light gray, hellgrau, 浅灰, 浅灰色'),
  ('color', 'brown', 'brown, brn, br, braun, marron, 棕, 棕色, 褐色'),
  ('color', 'coffee', 'coffee, 咖啡, 咖啡色'),
  ('color', 'khaki', 'khaki, 卡其, 卡其色'),
  ('color', 'beige', 'beige, 米色, 杏色'),
  ('color', 'cream', 'cream, off white, ivory, ecru, 米白, 米白色, 奶白色'),
  ('color', 'sand', 'sand, 沙色'),
  ('color', 'gold', 'gold, gld, golden, oro, 金, 金色'),
  ('color', 'rose gold', 'rose gold, rosegold, roségold, 玫瑰金'),
  ('color', 'silver', 'silver, slv, silber, argent, plata, 银, 银色'),
  ('color', 'burgundy', 'burgundy, wine red, wine, bordeaux, maroon, 酒红, 酒红色'),
  ('color', 'turquoise', 'turquoise, teal, türkis, 青绿, 青色'),
  ('color', 'transparent', 'transparent, clear, durchsichtig, 透明, 透明色'),
  ('color', 'multicolor', 'multicolor, multicolour, multi, mixed colors, bunt, 彩色, 混色'),
  ('size', 'xxs', 'xxs, 2xs'),
  ('size', 'xs', 'xs, x small, x-small, extra small, 加小码'),
  ('size', 's', 's, sm, small, klein, petit, pequeño, 小, 小码, 小号'),
  ('size', 'm', 'm, md, med, medium, mittel, moyen, mediano, 中, 中码, 中号'),
  ('size', 'l', 'l, lg, large, gross, grand, grande, 大, 大码, 大号'),
  ('size', 'xl', 'xl, x large, x-large, extra large, 加大, 加大码, 加大号, 特大号'),
  ('size', '2xl', '2xl, xxl, xx large, xx-large, 2x large, 双加大'),
  ('size', '3xl', '3xl, xxxl, xxx large, 3x large'),
  ('size', '4xl', '4xl, xxxxl, 4x large'),
  ('size', '5xl', '5xl, xxxxxl, 5x large'),
  ('size', 'one size', 'one size, onesize, os, free size, one size fits all, universal, einheitsgröße, taille unique, talla unica, 均码, 通用, 统一尺码'),
  ('other', 'cotton', 'cotton, baumwolle, 棉, 纯棉'),
  ('other', 'leather', 'leather, leder, 皮, 皮革, 真皮'),
  ('other', 'wood', 'wood, wooden, holz, 木, 木质'),
  ('other', 'metal', 'metal, metall, 金属'),
  ('other', 'stainless steel', 'stainless steel, stainless, edelstahl, 不锈钢'),
  ('other', 'ceramic', 'ceramic, keramik, 陶瓷'),
  ('other', 'glass', 'glass, glas, 玻璃'),
  ('other', 'plastic', 'plastic, kunststoff, 塑料'),
  ('other', 'silicone', 'silicone, silikon, 硅胶'),
  ('other', 'bamboo', 'bamboo, bambus, 竹, 竹子'),
  ('other', 'eu plug', 'eu plug, eu, european plug, 欧规, 欧标'),
  ('other', 'us plug', 'us plug, us, american plug, 美规, 美标'),
  ('other', 'uk plug', 'uk plug, uk, british plug, 英规, 英标'),
  ('other', 'au plug', 'au plug, au, australian plug, 澳规, 澳标'),
  ('other', 'left', 'left, links, 左'),
  ('other', 'right', 'right, rechts, 右'),
  ('other', 'men', 'men, mens, man, male, herren, 男, 男款'),
  ('other', 'women', 'women, womens, woman, female, ladies, damen, 女, 女款'),
  ('other', 'kids', 'kids, kid, children, child, kinder, 儿童, 童款')
) AS seeded (kind, meaning, words);
