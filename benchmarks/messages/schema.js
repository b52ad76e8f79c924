import * as z from "$ZOD";

const Attributes = z.object({ color: z.string(), stock: z.int(), sold: z.boolean() });
const Row = z.object({
  id: z.int(),
  name: z.string(),
  price: z.number(),
  note: z.string().nullable(),
  tags: z.array(z.string()),
  attributes: Attributes,
});
const Table = z.object({ rows: z.array(Row) });
const read = (value) => Table.parse(value);
