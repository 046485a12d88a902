// The table of `npm run quality:models` as a document.

const figure = (value) => value.toFixed(3);

/** @param rows name, dimensions, reranker, and NDCG@10 of `alone`, `without` any vectors, and both `together`. */
export function modelsMarkdown(rows, repos, questions) {
  const lines = rows.map(({ name, dimensions, reranker, alone, without, together }) => {
    const model = `${name}${reranker ? ` with ${reranker}` : ''}`;
    return `| ${model} | ${dimensions} | ${figure(alone)} | ${figure(without)} | ${figure(together)} | ${figure(together - without)} |`;
  });
  return `# Embedding models compared

NDCG@10, mean over the ${repos} repositories of the benchmark (${questions} questions), strict matching. *Alone*: chunks ranked by
vector similarity only. *Without*: the product without vectors. *Together*: the whole product. Made by
\`npm run quality:models -- --write\`; \`--model SETTINGS.json\` measures another model in the same way.

| model | dimensions | alone | without | together | lift |
|---|---|---|---|---|---|
${lines.join('\n')}
`;
}
