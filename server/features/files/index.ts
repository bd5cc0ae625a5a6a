// What other features may call.
export { dropAvatar, endFiles, showAvatar } from './files.db.ts';
export { pictureKept } from './files.events.ts';
export {
  addFile,
  attachFile,
  drawPicture,
  keepDocument,
  keepExport,
  keepFileUntil,
  keepPicture,
  keepWritten,
  linkTo,
  readFile,
  removeBuyerFiles,
} from './files.service.ts';
