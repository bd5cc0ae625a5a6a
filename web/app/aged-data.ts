type Which = 'active' | 'all';

let age: (which: Which) => void = () => {};

/** The workbench, once it is there, says how what was fetched becomes old. */
export function onAgeData(action: (which: Which) => void): void {
  age = action;
}

/** What was fetched, for the shown page or for every page, is fetched again when it is next looked at. */
export function ageData(which: Which): void {
  age(which);
}
