/// One case of a test vector file.
package struct VectorCase {}
