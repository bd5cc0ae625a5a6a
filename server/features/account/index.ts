// What other features may call.
export { accountLanguage, languageOf } from './account-language.db.ts';
export {
  insertMember,
  setAgent,
  setColumns,
  setFirstAgent,
  setImageIdentify,
  setIntroduction,
  setInvoicedOn,
  setInvoicing,
  setMarketNote,
  setPasswordHash,
  setLocale,
  setSettings,
  setVerified,
  upsertStaff,
} from './account-people.db.ts';
