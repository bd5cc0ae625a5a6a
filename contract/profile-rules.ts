/** Characters of the line about oneself. */
export const longestIntroduction = 160;
