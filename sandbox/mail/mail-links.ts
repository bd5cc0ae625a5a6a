const ENTITIES: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' };

/** The web addresses of a message, each once, those of the HTML part first. */
export function linksOf(text: string, html: string): string[] {
  const hrefs = [...html.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((found) =>
    decodeEntities(found[1] ?? found[2] ?? ''),
  );
  const written = [...text.matchAll(/https?:\/\/[^\s<>"']+/gi)].map((found) => found[0].replace(/[.,;:!?)\]]+$/, ''));
  return [...new Set([...hrefs, ...written])].filter((link) => /^https?:\/\//i.test(link));
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|quot|#39|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
}
