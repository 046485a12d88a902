/**
 * Words that CUDA, Metal, OpenCL and GLSL add to C++: marks of functions and of memory, attributes, layouts. They are blanked, or written as
 * what they stand for, in the same length, so that every offset stays true.
 */
import { blank } from '../blank.js';

const cudaHint = /__(?:global|device|host|launch_bounds)__/;
const cuda =
  /\b__(?:global|device|host|shared|constant|managed|forceinline|noinline|restrict|grid_constant)__\b|\b__launch_bounds__\s{0,9}\((?:[^()]|\([^()]{0,200}\)){0,200}\)/g;

/** What is left of a condition that held nothing but marks, between the head of a template and its function. */
const emptyCondition =
  /^[ \t]{0,40}#[ \t]{0,9}if[^\n]*\n(?:[ \t]{0,80}(?:(?:#[ \t]{0,9}el|\/\/)[^\n]*)?\n){1,8}[ \t]{0,40}#[ \t]{0,9}endif[^\n]*/gm;

export const plainCuda = (text: string): string => (cudaHint.test(text) ? text.replace(cuda, blank).replace(emptyCondition, blank) : text);

const metal =
  /\b(?:kernel|vertex|fragment|device|constant|thread|threadgroup|threadgroup_imageblock|object_data|ray_data)\b(?=\s{1,20}[\w:])|\[\[[^\][\n]{1,200}\]\]/g;

export const plainMetal = (text: string): string => text.replace(metal, blank);

const openCl =
  /\b(?:__)?(?:kernel|global|local|constant|private|generic|read_only|write_only|read_write)\b(?=\s{1,20}\w)|__attribute__\s{0,9}\(\([^;{}\n]{1,200}?\)\)/g;

export const plainOpenCl = (text: string): string => text.replace(openCl, blank);

const layout = /\blayout\s{0,9}\([^(){};]{0,300}\)/g;
const glslBlock = /\b(?:buffer|uniform)\b(?=\s{1,20}\w{1,100}\s{0,20}\{)/g;
const glslMark =
  /\b(?:in|out|inout|uniform|buffer|shared|readonly|writeonly|coherent|restrict|volatile|flat|smooth|noperspective|centroid|invariant|precise|highp|mediump|lowp)\b(?=\s{1,20}\w)/g;

/** A block of a buffer is written as the struct that it is. */
export const plainGlsl = (text: string): string =>
  text
    .replace(layout, blank)
    .replace(glslBlock, (word) => 'struct'.padEnd(word.length))
    .replace(glslMark, blank);
