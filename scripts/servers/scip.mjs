// Reads the occurrences of an index in the SCIP format: protocol buffers, of which a few fields are needed.

const definition = 1;
const utf8 = new TextDecoder();

/** The fields of a message: numbers, or bytes of what is longer. */
function* fields(bytes) {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const form = tag & 7;
    if (form === 0) yield { field: tag >> 3, value: varint() };
    else if (form === 2) {
      const length = varint();
      yield { field: tag >> 3, value: bytes.subarray(at, (at += length)) };
    } else if (form === 1 || form === 5) at += form === 1 ? 8 : 4;
    else throw new Error(`a field of form ${form} in a SCIP index`);
  }
}

function numbers(bytes) {
  const found = [];
  for (let at = 0; at < bytes.length; ) {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * scale;
      if (byte < 128) break;
    }
    found.push(value);
  }
  return found;
}

function occurrenceOf(bytes) {
  const found = { line: 0, character: 0, symbol: '', isDefinition: false };
  const range = [];
  for (const { field, value } of fields(bytes)) {
    if (field === 1) range.push(...(typeof value === 'number' ? [value] : numbers(value)));
    else if (field === 2) found.symbol = utf8.decode(value);
    else if (field === 3) found.isDefinition = (value & definition) !== 0;
  }
  [found.line, found.character] = range;
  return found;
}

/** `{ path, occurrences: [{ line, character, symbol, isDefinition }] }` of each document; symbols of one file begin with `local `. */
export function* documentsOf(bytes) {
  for (const index of fields(bytes)) {
    if (index.field !== 2) continue;
    const document = { path: '', occurrences: [] };
    for (const { field, value } of fields(index.value)) {
      if (field === 1) document.path = utf8.decode(value);
      else if (field === 2) document.occurrences.push(occurrenceOf(value));
    }
    yield document;
  }
}
