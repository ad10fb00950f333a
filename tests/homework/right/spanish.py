# Tarea 4: atención multi-cabeza con máscara causal
import torch
import torch.nn as nn


class AtencionMultiCabeza(nn.Module):
    def __init__(self, dim_entrada, dim_salida, num_cabezas, long_contexto, abandono=0.0):
        super().__init__()
        assert dim_salida % num_cabezas == 0, "dim_salida debe ser divisible por num_cabezas"
        self.num_cabezas = num_cabezas
        self.dim_cabeza = dim_salida // num_cabezas
        self.dim_salida = dim_salida
        self.consulta = nn.Linear(dim_entrada, dim_salida, bias=False)
        self.clave = nn.Linear(dim_entrada, dim_salida, bias=False)
        self.valor = nn.Linear(dim_entrada, dim_salida, bias=False)
        self.salida = nn.Linear(dim_salida, dim_salida)
        self.apagar = nn.Dropout(abandono)
        self.register_buffer("mascara", torch.tril(torch.ones(long_contexto, long_contexto)))

    def separar(self, t):
        lote, pasos, _ = t.shape
        t = t.view(lote, pasos, self.num_cabezas, self.dim_cabeza)
        return t.transpose(1, 2)

    def forward(self, entrada):
        lote, pasos, _ = entrada.shape
        q = self.separar(self.consulta(entrada))
        k = self.separar(self.clave(entrada))
        v = self.separar(self.valor(entrada))
        puntajes = q @ k.transpose(2, 3)
        puntajes = puntajes / self.dim_cabeza ** 0.5
        puntajes = puntajes.masked_fill(self.mascara[:pasos, :pasos] == 0, float("-inf"))
        pesos = self.apagar(torch.softmax(puntajes, dim=-1))
        contexto = (pesos @ v).transpose(1, 2)
        contexto = contexto.reshape(lote, pasos, self.dim_salida)
        return self.salida(contexto)
