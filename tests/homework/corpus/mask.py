"""Mistakes."""
