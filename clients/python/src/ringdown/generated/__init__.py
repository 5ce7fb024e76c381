# Written by `npm run clients` from the table of operations. `npm run check` fails when it is out of date.
