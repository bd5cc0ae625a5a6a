// What other features may call.
export { pictureKept } from './files.events.ts';
export {
  addFile,
  attachFile,
  drawPicture,
  keepExport,
  keepFileUntil,
  keepPicture,
  keepWritten,
  linkTo,
  readFile,
  removeBuyerFiles,
} from './files.service.ts';
