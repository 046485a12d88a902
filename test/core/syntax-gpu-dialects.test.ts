/** Outlines of CUDA, Metal, OpenCL and GLSL, which are read as C++; and of long conditional parts of C. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { createOutliner } from '../../server/io/syntax/outline.js';

const outliner = await createOutliner();

async function symbols(language: string, text: string): Promise<string[]> {
  const outline = await outliner.outline(text, language);
  const nameOf = (i: number): string => (i < 0 ? '' : `${nameOf(outline.symbols[i]?.parent ?? -1)}${outline.symbols[i]?.name}.`);
  return outline.symbols.map(({ kind, name, parent, lines }) => `${lines.start + 1}-${lines.end} ${kind} ${nameOf(parent)}${name}`);
}

test('CUDA: marks of kernels are no names, a launch is a call', async () => {
  const text = `template <int D>
#if !defined(USE_HIP)
__launch_bounds__(D, 1)
#endif
static __global__ void combine(const float * __restrict__ parts) {
    __shared__ float data[32];
}
static constexpr __device__ dot_t get_dot(int type) {
    return type == 1 ? dot_a : nullptr;
}
void launch(int n) {
    combine<32><<<n, 1, 0>>>(nullptr);
    scale<<<n, 1>>>(n);
}
`;
  assert.deepEqual(await symbols('cpp', text), ['1-7 function combine', '8-10 function get_dot', '11-14 function launch']);
  const { references } = await outliner.outline(text, 'cpp');
  assert.deepEqual(
    references.filter(({ kind, from }) => kind === 'call' && from === 2).map(({ name }) => name),
    ['combine', 'scale'],
  );
});

test('Metal', async () => {
  const text = `constant int WIDTH = 4;
template<typename T>
kernel void soft_max(
        device const float * x,
        constant args_t & args,
        threadgroup float * buf [[threadgroup(0)]],
        uint tid [[thread_position_in_threadgroup]]) {
    x[tid];
}
typedef decltype(soft_max<float>) soft_max_t;
template [[host_name("soft_max_f32")]] kernel soft_max_t soft_max<float>;
`;
  const found = await symbols('metal', text);
  assert.deepEqual(found.slice(0, 3), ['1-1 variable WIDTH', '2-9 function soft_max', '10-10 type soft_max_t']);
});

test('OpenCL', async () => {
  assert.deepEqual(
    await symbols(
      'opencl',
      '__kernel void add(global const float * a, __local float * b, const int n) {\n    a[n];\n}\nkernel void mul(constant int * a) {}\n',
    ),
    ['1-3 function add', '4-4 function mul'],
  );
});

test('GLSL: buffers are structs', async () => {
  const text = `#version 450
#include "types.comp"
layout(local_size_x = 512) in;
layout (constant_id = 0) const uint BLOCK = 32;
layout (binding = 0) readonly buffer A {float data_a[];};
shared float tmp[32];
float scale(in vec3 v, inout float f) { return f; }
void main() { scale(vec3(1), tmp[0]); }
`;
  const found = await symbols('glsl', text);
  for (const expected of ['4-4 constant BLOCK', '5-5 struct A', '6-6 variable tmp', '7-7 function scale', '8-8 function main'])
    assert.ok(found.includes(expected), `${expected}\n${found.join('\n')}`);
  const { references } = await outliner.outline(text, 'glsl');
  assert.ok(references.some(({ kind, module }) => kind === 'import' && module === 'types.comp'));
});

test('an error in one of many branches leaves the others', async () => {
  const branch = (i: number): string =>
    Array.from({ length: 40 }, (_, k) => `static inline int load_${i}_${k}(const int *p) { return p[${k}]; }`).join('\n');
  const text = `#if defined(A)
${branch(0)}
#elif defined(B)
${branch(1)}
static int odd_1 = (int[;
#else
${branch(2)}
#endif
int behind(void) { return 1; }
`;
  const found = (await symbols('c', text)).join('\n');
  for (const name of ['load_0_3', 'load_1_3', 'load_2_3', 'behind']) assert.match(found, new RegExp(`function ${name}\\b`));
});

test('what is defined outside of nested types has their names', async () => {
  const { symbols: found } = await outliner.outline('int shop::Cart::Impl::total() const {\n  return 1;\n}\n', 'cpp');
  assert.deepEqual(found[0]?.tags, ['receiver:shop.Cart.Impl']);
  assert.equal(found[0]?.kind, 'method');
});
