/** A drawing for what was burned, in the manner of the kit's own set. */
export const flame =
  'M12 3c1 4 5 6 5 11a5 5 0 0 1-10 0c0-2 1-3.500 2-4.500 0 2 1 3 2 3 0-3-1-5.500 1-9.500z'
