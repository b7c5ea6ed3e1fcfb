// Points of the board by name.

export const letters = "ABCDEFGHJKLMNOPQRST"; // columns, without I

/** "C3" as column and row from 0, on a board of that size; null for a pass. */
export function pointOf(text, size) {
  const column = letters.indexOf(text[0].toUpperCase());
  const row = Number(text.slice(1)) - 1;
  return column >= 0 && column < size && row >= 0 && row < size ? { column, row } : null;
}

export const nameOf = (column, row) => letters[column] + (row + 1);
