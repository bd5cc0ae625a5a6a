// The page that verifies statements: nothing leaves the browser, its content-security-policy forbids every connection.
import { sentenceOf, statementOf, verdictSentence, verify } from './check.mjs';
import { texts } from './texts.mjs';

// written by keys.js, which the server makes of the provider's keys
const keys = globalThis.statementKeys ?? [];
const byId = (id) => document.getElementById(id);
const [drop, field, result] = ['drop', 'files', 'result'].map(byId);
// the portal says how its reader reads
const asked = new URLSearchParams(location.hash.slice(1));
const language = asked.get('language') ?? navigator.language;
const state = { language: language.startsWith('zh') ? 'zh' : 'en', files: [] };
document.documentElement.dataset.scheme = asked.get('scheme') ?? 'system';

function translate() {
  document.documentElement.lang = state.language;
  const own = texts[state.language];
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = own[element.dataset.text];
  document.title = own.title;
  byId('language').textContent = own.other;
  byId('language').lang = state.language === 'zh' ? 'en' : 'zh';
}

/** The newest statement is verified, by those before it. */
async function showVerdict() {
  if (state.files.length === 0) return;
  const own = texts[state.language];
  const ordered = [...state.files].sort((a, b) => positionOf(b) - positionOf(a));
  const [file, ...earlier] = ordered;
  const { verdict, problems, statement } = await verify(file.bytes, { keys, earlier });
  result.hidden = false;
  result.dataset.verdict = verdict;
  byId('verdict').textContent = own.verdicts?.[verdict] ?? verdictSentence[verdict];
  byId('about').textContent = statement ? own.about(statement, file.name) : file.name;
  const lines = problems.map((one) => {
    const line = document.createElement('li');
    line.textContent = own.sentences?.[one.code]?.(one) ?? sentenceOf(one);
    return line;
  });
  byId('problems').replaceChildren(...lines);
  byId('note').textContent = verdict === 'valid' ? own.note(earlier.length) : '';
}

const positionOf = ({ bytes }) => statementOf(bytes)?.position ?? Number.MAX_SAFE_INTEGER;

async function take(list) {
  const files = [...list];
  if (files.length === 0) return;
  state.files = await Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  await showVerdict();
}

field.addEventListener('change', () => void take(field.files));
for (const kind of ['dragenter', 'dragover'])
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.dataset.over = 'true';
  });
document.addEventListener('dragleave', () => (drop.dataset.over = 'false'));
document.addEventListener('drop', (event) => {
  event.preventDefault();
  drop.dataset.over = 'false';
  void take(event.dataTransfer?.files ?? []);
});
byId('language').addEventListener('click', () => {
  state.language = state.language === 'zh' ? 'en' : 'zh';
  translate();
  void showVerdict();
});
translate();
