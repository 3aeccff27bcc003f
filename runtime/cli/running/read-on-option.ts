/** Says that the program is started only to read on: `read-on.ts`. */
export const readOnOption = '--read-on';
