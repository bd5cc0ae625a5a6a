/** How many columns cards stand in, and how many of them the last card takes so that its row is full. */
type Grid = { columns: number; last: number };

const full = (count: number, columns: number): Grid => ({
  columns,
  last: count % columns === 0 ? 1 : columns - (count % columns) + 1,
});

/** Columns in which so many cards fill their rows: in a wide window, in a narrow one beside the sidebar, and on a phone. */
export const gridOf = (count: number): { wide: Grid; narrow: Grid; phone: Grid } => ({
  wide: full(count, count === 5 || count === 10 ? 5 : count === 4 || count > 10 ? 4 : 3),
  narrow: full(count, count === 4 || count > 10 ? 4 : count === 10 ? 2 : 3),
  phone: full(count, 2),
});
